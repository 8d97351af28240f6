export type Identity = { readonly started: string; readonly command: string }
export function identify(pid: number): Identity | undefined
