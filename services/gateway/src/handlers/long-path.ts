import type { NextFunction, Request, Response } from 'express'
import { AppError } from '#kit/app-error.ts'

/** Characters of a path, encoded; ours have at most 200, and what a mail program puts behind a link is short. */
const LONGEST_PATH = 2_000

/** A longer path is unknown, before anything looks at what is in it. */
export function refuseLongPath({ path }: Request, _response: Response, next: NextFunction): void {
  next(path.length > LONGEST_PATH ? AppError.withoutStack('not_found') : undefined)
}
