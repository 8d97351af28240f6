/** `tools`: the devDependencies; `ownNode`: the Node of scripts/bootstrap/node. */
export type Needs = { readonly tools: boolean; readonly ownNode: boolean }
export function installDependencies(root: string, needs: Needs): Promise<void>
export function isInstalled(root: string, needs: Needs): boolean
export function hasTools(root: string): boolean
export function registerRun(root: string): void
