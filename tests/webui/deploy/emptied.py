"""An empty Debian in a folder, in which a test follows the commands of a manual as they stand there.

debootstrap makes it from the mirror that this computer uses, and its own systemd boots in name spaces of its own: no
process, mount, port or setting of this computer is touched, and when they end all are gone.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.waiting import until

PROJECT: Final = Path(__file__).parents[3]

SUITE: Final = "bookworm"
"""The Debian that the manuals are for: 12."""

INCLUDED: Final = "ca-certificates,curl,iproute2,procps,sudo,systemd,systemd-sysv"
"""Packages of an installed Debian that the smallest one lacks, and `curl`, which stands in the manuals."""

ADDRESS: Final = "192.168.1.2"
"""The address that the manual of a hall gives its computer."""

_PIP_CACHE: Final = Path(os.environ.get("PIP_CACHE_DIR", Path.home() / ".cache/pip"))
_AUTHORITIES: Final = Path("/etc/ssl/certs/ca-certificates.crt")
_SPACES: Final = ("--mount", "--pid", "--net", "--uts", "--ipc", "--cgroup")
_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

_BOOT: Final = """
mount --bind $0 $0
mount -t proc proc $0/proc
mount --bind $0/proc/sys $0/proc/sys
mount -o remount,ro,bind $0/proc/sys
mount -t sysfs -o ro sysfs $0/sys
mount -t cgroup2 cgroup2 $0/sys/fs/cgroup
mount -t tmpfs tmpfs $0/run
mount -t tmpfs -o mode=755 tmpfs $0/dev
node() { mknod --mode 666 $0/dev/$1 c $2 $3; }
node null 1 3; node console 1 3; node zero 1 5; node full 1 7; node random 1 8; node urandom 1 9; node tty 5 0
mkdir $0/dev/pts $0/dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts $0/dev/pts
mount -t tmpfs tmpfs $0/dev/shm
ln -s pts/ptmx $0/dev/ptmx
ln -s /proc/self/fd $0/dev/fd
chroot $0 ip link set lo up
chroot $0 ip addr add $1/24 dev lo
exec chroot $0 env -i container=test PATH=$PATH /lib/systemd/systemd
"""

_HOLD: Final = """
mount -t proc proc $0/proc
mount --rbind /dev $0/dev
mount --make-rslave $0/dev
mkdir -p $2 $0/root/.cache/pip
mount --bind $2 $0/root/.cache/pip
exec sleep 3600
"""


def obstacle() -> str:
    """Return the reason why no root can be made here; empty if one can."""
    if os.geteuid():
        return "only root makes a root of its own"
    missing = [name for name in ("debootstrap", "unshare", "nsenter") if shutil.which(name) is None]
    if missing:
        return f"{', '.join(missing)}: not installed"
    tried = subprocess.run(["unshare", *_SPACES, "--fork", "true"], capture_output=True, check=False)
    return "no name spaces may be made here" if tried.returncode else ""


def mirror() -> str:
    """Return the mirror of Debian that this computer uses."""
    for file in [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]:
        text = file.read_text() if file.is_file() else ""
        for found in re.findall(r"^(?:deb .*?|URIs: *)(https?://\S+)", text, re.MULTILINE):
            if found.rstrip("/").endswith("/debian"):
                return str(found)
    return "http://deb.debian.org/debian"


class Root:
    """An empty Debian, with a copy of this project in `/srv/tableside`."""

    def __init__(self, folder: Path) -> None:
        """Make it in a folder.

        Raises:
            subprocess.CalledProcessError: debootstrap fails, as without a network.
        """
        self.folder: Final = folder
        self._inside = 0
        command = ["debootstrap", "--variant=minbase", f"--include={INCLUDED}", SUITE, folder, mirror()]
        subprocess.run(command, check=True, capture_output=True, text=True)
        folder.chmod(0o755)  # the root of all users of it, not of one as a temporary folder is
        self.write("/etc/apt/apt.conf.d/99test", 'APT::Get::Assume-Yes "true";\n')
        self.write("/etc/hosts", f"127.0.0.1 localhost {os.uname().nodename}\n")
        if _AUTHORITIES.is_file():
            shutil.copy(_AUTHORITIES, self.at(str(_AUTHORITIES)))
            self.write("/etc/pip.conf", f"[global]\ncert = {_AUTHORITIES}\n")
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=PROJECT, check=True, capture_output=True, text=True)
        for name in listed.stdout.split("\0"):
            if (PROJECT / name).is_file() and not name.startswith("tests/"):
                self.at(f"/srv/tableside/{name}").parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(PROJECT / name, self.at(f"/srv/tableside/{name}"))

    def at(self, path: str) -> Path:
        """Return where a path of the root is on this computer."""
        return self.folder / path.removeprefix("/")

    def write(self, path: str, text: str) -> None:
        """Write a file."""
        self.at(path).parent.mkdir(parents=True, exist_ok=True)
        self.at(path).write_text(text)

    @contextmanager
    def online(self) -> Iterator[None]:
        """Let commands use the network of this computer; no systemd runs."""
        with self._held(_HOLD, "--mount", "--pid"):
            yield

    @contextmanager
    def booted(self) -> Iterator[None]:
        """Boot its systemd, with a network of its own in which it has `ADDRESS`."""
        with self._held(_BOOT, *_SPACES):
            until(lambda: self.run("systemctl is-system-running --wait || true").split()[-1] in ("running", "degraded"))
            yield

    @contextmanager
    def _held(self, script: str, *spaces: str) -> Iterator[None]:
        told = ["sh", "-ec", script, str(self.folder), ADDRESS, str(_PIP_CACHE)]
        with subprocess.Popen(["unshare", *spaces, "--fork", "--kill-child", *told]) as holder:
            children = Path(f"/proc/{holder.pid}/task/{holder.pid}/children")
            try:
                until(lambda: children.read_text())
                self._inside = int(children.read_text().split()[0])
                until(lambda: Path(f"/proc/{self._inside}/comm").read_text().strip() in ("sleep", "systemd"))
                yield
            finally:
                holder.kill()

    def run(self, script: str, fails: bool = False) -> str:
        """Run a script in the copy of the project, as root; return what it writes.

        Args:
            script: Lines of bash.
            fails: True for a script that is to fail.

        Raises:
            AssertionError: It fails, or does not.
        """
        named = ["env", "-i", "HOME=/root", f"PATH={_PATH}", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive"]
        told = ["bash", "-euo", "pipefail", "-c", f"cd /srv/tableside\n{script}"]
        done = subprocess.run(
            ["nsenter", "--all", "--target", str(self._inside), "chroot", str(self.folder), *named, *told],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert bool(done.returncode) is fails, f"{script}\n{done.stdout[-3000:]}"
        return done.stdout

    def answer(self, address: str, curl: str = "") -> str:
        """Return the answer of an address, once there is one.

        Args:
            address: The address.
            curl: Further options of curl.
        """
        self.run(f"for n in $(seq 300); do curl -sk -o /tmp/answer {curl} {address} && exit; sleep 0.2; done; exit 1")
        return self.at("/tmp/answer").read_text()


def blocks(manual: Path, since: str) -> list[str]:
    """Return the code of a manual in its order, from a heading on."""
    text = manual.read_text()
    return re.findall(r"^```\w*\n(.*?)^```", text[text.index(since) :], re.MULTILINE | re.DOTALL)
