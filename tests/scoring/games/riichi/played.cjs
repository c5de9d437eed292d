// Plays matches of riichi with @kobalab/majiang-core by players who take what they can, replays each on its board, and
// writes a line of JSON for each: the match and its log by @kobalab/tenhou-url-log.
"use strict";
const path = require("node:path");
const [, , modules, count, seed] = process.argv;
const Majiang = require(path.resolve(modules, "@kobalab/majiang-core"));
const logOf = require(path.resolve(modules, "@kobalab/tenhou-url-log"));

let state = Number(seed);
Math.random = () => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const often = (share) => Math.random() < share;
const one = (list) => list[Math.floor(Math.random() * list.length)];

class Player extends Majiang.Player {
  discard() {
    const { shoupai } = this;
    const declared = often(0.9) && this.allow_lizhi(shoupai);
    if (declared?.length) return { dapai: `${one(declared)}*` };
    const left = (p) => Majiang.Util.xiangting(shoupai.clone().dapai(p));
    const found = this.get_dapai(shoupai).map((p) => [left(p), p]);
    const least = Math.min(...found.map(([n]) => n));
    return { dapai: one(found.filter(([n]) => n === least).map(([, p]) => p)) };
  }
  action_kaiju() { this._callback(); }
  action_qipai() { this._callback(); }
  action_hule() { this._callback(); }
  action_pingju() { this._callback(); }
  action_jieju() { this._callback(); }
  action_zimo(zimo, again) {
    if (zimo.l !== this._menfeng) return this._callback();
    if (this.allow_hule(this.shoupai, null, again)) return this._callback({ hule: "-" });
    if (this.allow_pingju(this.shoupai) && often(0.5)) return this._callback({ daopai: "-" });
    const kongs = this.get_gang_mianzi(this.shoupai) || [];
    if (kongs.length && often(0.8)) return this._callback({ gang: one(kongs) });
    this._callback(this.discard());
  }
  action_fulou(fulou) {
    const drawsNext = fulou.m.match(/^[mpsz]\d{4}/);
    this._callback(fulou.l === this._menfeng && !drawsNext ? this.discard() : undefined);
  }
  action_dapai(dapai) {
    if (dapai.l === this._menfeng) return this._callback();
    const from = { 1: "+", 2: "=", 3: "-" }[(4 + dapai.l - this._menfeng) % 4];
    const p = dapai.p.slice(0, 2) + from;
    if (this.allow_hule(this.shoupai, p)) return this._callback({ hule: "-" });
    const melds = [
      ...(this.get_gang_mianzi(this.shoupai, p) || []),
      ...(this.get_peng_mianzi(this.shoupai, p) || []),
      ...(this.get_chi_mianzi(this.shoupai, p) || []),
    ];
    this._callback(melds.length && often(0.25) ? { fulou: one(melds) } : undefined);
  }
  action_gang(gang) {
    if (gang.l === this._menfeng || gang.m.match(/^[mpsz]\d{4}$/)) return this._callback();
    const from = { 1: "+", 2: "=", 3: "-" }[(4 + gang.l - this._menfeng) % 4];
    const p = gang.m[0] + gang.m.slice(-1) + from;
    this._callback(this.allow_hule(this.shoupai, p, true) ? { hule: "-" } : undefined);
  }
}

const RULE = Majiang.rule({ 赤牌: { m: 0, p: 0, s: 0 }, 最大同時和了数: 1 });
for (let n = 0; n < Number(count); n++) {
  const game = new Majiang.Game([0, 1, 2, 3].map(() => new Player()), null, RULE, "title\nof it");
  const match = game.do_sync()._paipu;
  const board = new Majiang.Board(match);
  for (const deal of match.log) {
    board.last();
    if (deal !== match.log[0]) {
      const { defen } = deal[0].qipai;
      const held = board.defen.map((_, id) => defen[(8 + id - match.qijia - deal[0].qipai.jushu) % 4]);
      if (String(held) !== String(board.defen)) throw new Error(`points differ: ${held} ${board.defen}`);
    }
    for (const said of deal) {
      for (const [act, about] of Object.entries(said)) (act === "gangzimo" ? board.zimo : board[act]).call(board, about);
    }
  }
  console.log(JSON.stringify({ match, log: logOf(match) }));
}
