"""Counts of what the program does."""

from webui.base.metrics import STAGE_SECONDS, count_reading


def test_the_stages_of_a_reading_are_counted_in_seconds() -> None:
    def stage(name: str, of: str) -> float:
        return next(
            (
                sample.value
                for metric in STAGE_SECONDS.collect()
                for sample in metric.samples
                if sample.name.endswith(of) and sample.labels.get("stage") == name
            ),
            0.0,
        )

    count, seconds = stage("a-stage", "_count"), stage("a-stage", "_sum")
    count_reading({"a-stage": 250.0})
    assert stage("a-stage", "_count") == count + 1
    assert stage("a-stage", "_sum") - seconds == 0.25
