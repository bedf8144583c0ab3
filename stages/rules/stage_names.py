"""Names of the events of a stage. Pure."""


def name_with_label(stage: str, number: int, label: str) -> str:
    """Return the name of one of several events of a stage: "Day 1A" for flight "1A" of "Day 1".

    Args:
        stage, number: name and number of the stage.
        label: of the event, unique within the stage.
    """
    if stage.endswith(f" {number}") and label.startswith(str(number)):
        return stage + label.removeprefix(str(number))
    return f"{stage} · {label}"
