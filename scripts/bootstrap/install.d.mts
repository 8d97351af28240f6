export function installDependencies(root: string): Promise<void>
export function isInstalled(root: string): boolean
export function registerRun(root: string): void
