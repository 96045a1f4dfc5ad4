"""Request and response models of classes."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from arena.api.endpoint import Body


class NewClass(Body):
    """The body of POST /api/classes."""

    name: str = Field(min_length=1, max_length=100)


class NewMembers(Body):
    """The body of POST /api/classes/ID/members."""

    csv: str = Field(min_length=1, max_length=100_000)
    """Lines of `name,label,group`; the first line may name the columns."""


class OpponentSet(Body):
    """Opponents and deals that a submission is scored against."""

    opponents: list[str] = Field(min_length=1, max_length=10)
    """House bots, by name."""
    deals: int = Field(default=20, ge=1, le=200)
    """Deals against each opponent, each in all different seatings."""
    seed: str = Field(default="", max_length=100)
    """The seed of the deals; a fresh one if left out."""


class NewAssignment(Body):
    """The body of POST /api/classes/ID/assignments."""

    name: str = Field(min_length=1, max_length=100)
    game: str = Field(max_length=64)
    deadline: int = Field(ge=0)
    """In milliseconds UTC; nothing is taken from then on."""
    submissions_a_day: int = Field(default=5, ge=1, le=100)
    """Versions that one member may submit within 24 hours."""
    config: dict[str, Any] = Field(default_factory=dict)
    variants: list[str | dict[str, Any]] = Field(default_factory=list)
    seats: int | None = Field(default=None, ge=1, le=16)
    public: OpponentSet
    """Known to all members."""
    hidden: OpponentSet
    """Known to the organiser; members see their scores once they are released."""


class AssignmentChange(Body):
    """The body of PATCH /api/assignments/ID."""

    deadline: int | None = Field(default=None, ge=0)
    released: bool | None = None
    """Whether members see their hidden scores; not before the deadline."""


class NewSubmission(Body):
    """The body of POST /api/assignments/ID/submissions."""

    filename: str = Field(max_length=104)
    """NAME.py or NAME.zip."""
    archive: str
    """The file's bytes in base64."""


class ClassRow(BaseModel):
    """A class; `manages` says whether the caller looks after it."""

    id: str
    name: str
    created: int
    manages: bool


class MemberRow(BaseModel):
    """A member of a class."""

    name: str
    label: str
    group: str


class FreshMember(MemberRow):
    """A member just added; `token` is that of a new account, shown only now."""

    token: str | None


class Score(BaseModel):
    """How far ahead of its opponents a bot was, per deal."""

    places: float
    points: float
    deals: int
    faults: int


class AssignmentRow(BaseModel):
    """An assignment; `hidden_set` is there for its organiser, and for members once released."""

    id: str
    class_id: str
    name: str
    game: str
    deadline: int
    open: bool
    submissions_a_day: int
    rules: dict[str, Any]
    public_set: dict[str, Any]
    hidden_set: dict[str, Any] | None
    released: int | None


class ClassDetails(ClassRow):
    """A class with its assignments; the members are there for its organiser."""

    members: list[MemberRow]
    assignments: list[AssignmentRow]


class SubmissionRow(BaseModel):
    """A version that was submitted; `counts` marks the one that the gradebook takes."""

    version: int
    filename: str
    created: int
    state: Literal["queued", "scored", "failed"]
    problem: str
    public: Score | None
    hidden: Score | None
    counts: bool


class ClassBoardRow(BaseModel):
    """A member on the private leaderboard, by the last version that was scored."""

    rank: int
    name: str
    versions: int
    public: Score
    hidden: Score | None


class SimilarRow(BaseModel):
    """Two members whose counted versions are alike."""

    one: str
    other: str
    share: float
