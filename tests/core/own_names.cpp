// SPDX-License-Identifier: BSD-3-Clause
// Names that a modeller gives to things of his own, outside of all namespaces, beside `using namespace stencil;` there:
// a class, function or variable of the library that is called the same makes each use of them ambiguous.
#include <stencil/stencil.hpp>
#include <stencil/testing.hpp>

#include <stencil/emulation/emulation.hpp>

#include <catch2/catch_test_macros.hpp>

#include <vector>

using namespace stencil;

// clang-format off
#define FOR_EACH_CLASS(Is)                                                                                             \
  /* What a model is made of. */                                                                                       \
  Is(Leaf) Is(Canopy) Is(Root) Is(Tree) Is(Branch) Is(Stem) Is(Crown) Is(Vegetation) Is(Soil) Is(Slab) Is(Snow)        \
  Is(Snowpack) Is(Ice) Is(SeaIce) Is(Glacier) Is(Land) Is(Lake) Is(River) Is(Ocean) Is(Wave) Is(Air) Is(Atmosphere)    \
  Is(Cloud) Is(Clouds) Is(Rain) Is(Hail) Is(Graupel) Is(Droplet) Is(Aerosol) Is(Dust) Is(Gas) Is(Radiation)            \
  Is(Convection) Is(Turbulence) Is(Mixing) Is(Closure) Is(Diffusion) Is(Advection) Is(Microphysics) Is(Chemistry)      \
  Is(Reaction) Is(Biology) Is(Plankton) Is(Nutrient) Is(Sediment) Is(Particle) Is(Parcel) Is(Plume) Is(Updraft)        \
  Is(Bottom) Is(Top) Is(Tip) Is(Boundary) Is(Boundaries) Is(Footprint) Is(Scalar) Is(Vector) Is(Tensor) Is(Real)       \
  /* Its numbers. */                                                                                                   \
  Is(State) Is(States) Is(Prognostic) Is(Diagnostic) Is(Tendency) Is(Tendencies) Is(Flux) Is(Fluxes) Is(Forcing)       \
  Is(Source) Is(Sink) Is(Tracer) Is(Tracers) Is(Species) Is(Moisture) Is(Temperature) Is(Pressure) Is(Density)         \
  Is(Wind) Is(Velocity) Is(Momentum) Is(Energy) Is(Mass) Is(Heat) Is(Buoyancy) Is(Params) Is(Parameters)               \
  Is(Constants) Is(Coefficients) Is(Values) Is(Row) Is(Rows) Is(RowNumber) Is(Band) Is(Bands) Is(Block) Is(Blocks)     \
  /* Where they are. */                                                                                                \
  Is(Grid) Is(GridData) Is(Mesh) Is(Domain) Is(Region) Is(Cell) Is(Cells) Is(Node) Is(NodeList) Is(Edge) Is(Column)    \
  Is(Columns) Is(ColumnSet) Is(ColumnShape) Is(ColumnRange) Is(ColumnState) Is(Level) Is(Levels) Is(Layer) Is(Layers)  \
  Is(ActiveLevels) Is(AtLevel) Is(Profile) Is(Profiles) Is(Location) Is(Position) Is(Place) Is(Point) Is(Anywhere)     \
  Is(Offset) Is(Offsets) Is(Index) Is(Range) Is(Interval) Is(Seat) Is(Lane) Is(Lanes) Is(Strip) Is(Tile) Is(Halo)      \
  Is(Ends) Is(Metric) Is(Coordinate) Is(Height) Is(Depth) Is(Part) Is(Parts) Is(Piece)                                 \
  /* How it goes on. */                                                                                                \
  Is(Model) Is(Physics) Is(Dynamics) Is(Scheme) Is(Method) Is(Stepper) Is(Step) Is(Time) Is(Clock) Is(Timer)           \
  Is(Calendar) Is(Config) Is(Options) Is(Settings) Is(Namelist) Is(Policy) Is(Strategy) Is(Solver) Is(Solve)           \
  Is(Newton) Is(System) Is(Residual) Is(Jacobian) Is(DenseMatrix) Is(DenseOperator) Is(Identity) Is(Function)          \
  Is(ColumnFunction) Is(Expression) Is(Operand) Is(Literal) Is(Formula) Is(Term) Is(Accessor) Is(Sequential)           \
  Is(Associative) Is(Ascending) Is(Descending) Is(FromTop) Is(FromBottom) Is(Filter) Is(Limiter) Is(FirstOrder)        \
  Is(SecondOrder) Is(Upwind) Is(Mean) Is(RunningMean) Is(Average) Is(Sum) Is(Total) Is(Remap) Is(Regrid)               \
  Is(Interpolation) Is(Mapping) Is(Splits) Is(Splitter) Is(Coupler) Is(Exchange)                                       \
  /* What goes in and out. */                                                                                          \
  Is(Input) Is(Inputs) Is(Output) Is(Outputs) Is(Result) Is(Results) Is(ColumnResults) Is(Argument) Is(Arguments)      \
  Is(Reads) Is(Readable) Is(Writes) Is(Writable) Is(Reader) Is(Writer) Is(File) Is(FieldList) Is(Record) Is(Restart)   \
  Is(Checkpoint) Is(Series) Is(Plot) Is(Drawing) Is(Stats) Is(Statistics) Is(Budget) Is(Probe) Is(Monitor) Is(Logger)  \
  Is(Message) Is(Note) Is(Notes) Is(Report) Is(Word) Is(Name) Is(Names) Is(Unit) Is(Units)                             \
  /* The machine. */                                                                                                   \
  Is(Buffer) Is(Queue) Is(Stream) Is(Memory) Is(Pool) Is(Arena) Is(Cache) Is(Copy) Is(Copies) Is(Kept) Is(Into)        \
  Is(Wrapped) Is(Wrapper) Is(Release) Is(Handle) Is(Pointer) Is(View) Is(Array) Is(List) Is(Item) Is(Pair) Is(Tuple)   \
  Is(Together) Is(Alone) Is(Mask) Is(Masks) Is(Thread) Is(Team) Is(Task) Is(Job) Is(Kernel) Is(Device) Is(Host)        \
  Is(Rank) Is(Space) Is(Backend) Is(Layout) Is(Shape) Is(Plan) Is(Trace) Is(Value)

#define FOR_EACH_FUNCTION(Is)                                                                                          \
  Is(advance) Is(initialise) Is(integrate) Is(diffuse) Is(advect) Is(radiate) Is(saturate) Is(evaporate) Is(mean)      \
  Is(average) Is(sum) Is(total) Is(maximum) Is(minimum) Is(difference) Is(update) Is(compute) Is(apply) Is(run)        \
  Is(step) Is(report)

#define FOR_EACH_VARIABLE(Is)                                                                                          \
  Is(levels) Is(columns) Is(state) Is(grid) Is(gravity) Is(dt) Is(theta) Is(temperature) Is(output) Is(input) Is(mask) \
  Is(leaf) Is(node) Is(argument) Is(arguments) Is(result_of_run) Is(stream) Is(buffer) Is(queue) Is(steps) Is(depth)   \
  Is(height) Is(location) Is(scalar) Is(solver) Is(options) Is(config) Is(model) Is(wrapped) Is(most) Is(combine)      \
  Is(resolve) Is(allocate) Is(divided)
// clang-format on

#define IS_CLASS(name) \
  struct name {        \
    int number = 1;    \
  };
#define IS_FUNCTION(name) \
  int name(int a, int b) { return a + b; }
#define IS_VARIABLE(name) int name = 1;
FOR_EACH_CLASS(IS_CLASS)
FOR_EACH_FUNCTION(IS_FUNCTION)
FOR_EACH_VARIABLE(IS_VARIABLE)

#define COUNT(name) +1
#define USE_CLASS(name) +name{}.number
#define USE_FUNCTION(name) +name(0, 1)
#define USE_VARIABLE(name) +name

/// A column function of the modeller's, with two of his names.
struct Cooling {
  Params params;
  template <class T>
  auto operator()(const T& x) const {
    const auto flux = GradientC2F(bottom(SetGradient(Flux{}.number - 1)), top(SetGradient(0)))(x);
    return results(DivergenceF2C()(flux) - params.number * x);
  }
};

TEST_CASE("A modeller's names of classes stand beside `using namespace stencil;`", "[core]") {
  REQUIRE((FOR_EACH_CLASS(USE_CLASS)) == (FOR_EACH_CLASS(COUNT)));
  REQUIRE((FOR_EACH_CLASS(COUNT)) >= 150);
}

TEST_CASE("A modeller's names of functions and variables stand beside `using namespace stencil;`", "[core]") {
  REQUIRE((FOR_EACH_FUNCTION(USE_FUNCTION)) == (FOR_EACH_FUNCTION(COUNT)));
  REQUIRE((FOR_EACH_VARIABLE(USE_VARIABLE)) == (FOR_EACH_VARIABLE(COUNT)));
}

TEST_CASE("Fields are assigned to beside a modeller's names", "[core]") {
  const auto cells = ColumnGrid::uniform(4, 0.0, 4.0, 2);
  CenterField<double> x(cells, {1.0, 2.0, 4.0, 8.0}), expected(cells), found(cells);
  expected = DivergenceF2C(no_flux)(GradientC2F()(x)) - Params{}.number * x;
  found = columnwise(Cooling{})(x);
  REQUIRE(expected.to_host() == std::vector<double>{0, -1, -2, -12, 0, -1, -2, -12});
  REQUIRE(found.to_host() == expected.to_host());
}
