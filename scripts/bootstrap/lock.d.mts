export type Lock = { release(): Promise<void> }
export function takeLock(name: string): Promise<Lock | undefined>
export function waitForLock(name: string, onWait?: () => void): Promise<Lock>
