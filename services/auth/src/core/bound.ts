/** A use case that has its dependencies: what a feature hands to the features after it. */
export type Bound<UseCase> = UseCase extends (deps: never, ...args: infer Args) => infer Result ? (...args: Args) => Result : never

export const bind =
  <Deps, Args extends readonly unknown[], Result>(useCase: (deps: Deps, ...args: Args) => Result, deps: Deps) =>
  (...args: Args): Result =>
    useCase(deps, ...args)
