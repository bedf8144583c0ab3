"""Names of the events of a stage. Pure."""


def name_with_label(stage: str, number: int, label: str) -> str:
    """Return the name of one of several events in a stage: "Day 1A" for flight "1A" of "Day 1".

    Args:
        stage: name of the stage.
        number: number of the stage.
        label: label of the event, unique within the stage.
    """
    if stage.endswith(f" {number}") and label.startswith(str(number)):
        return stage + label.removeprefix(str(number))
    return f"{stage} · {label}"
