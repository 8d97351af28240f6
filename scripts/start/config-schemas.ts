/** The environment of each service: the zod schema in its src/config.ts. */
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../bootstrap/launch.mjs'

/** @returns the configuration schema of a service, if it exports one */
export async function configSchemaOf(name: string): Promise<z.ZodObject | undefined> {
  const module: Record<string, unknown> = await import(join(ROOT, 'services', name, 'src', 'config.ts'))
  return Object.values(module).find((value): value is z.ZodObject => value instanceof z.ZodObject)
}
