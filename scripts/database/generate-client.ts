/**
 * Generates Prisma's clients from the given schemas, as `prisma generate` does, with Prisma's own generator and without its
 * command line, which is four times as large and which a start does not need (record 0003).
 */
import { createRequire } from 'node:module'
import type * as Generator from '@prisma/client-generator-ts'
import type * as Internals from '@prisma/internals'

// Their builds for import do not load in Node.
const require = createRequire(import.meta.url)
const { getGenerators, loadSchemaContext } = require('@prisma/internals') as typeof Internals
const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts') as typeof Generator

for (const schema of process.argv.slice(2)) {
  const schemaContext = await loadSchemaContext({ schemaPath: { cliProvidedPath: schema }, printLoadMessage: false })
  const registry = { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } } as const
  for (const generator of await getGenerators({ schemaContext, registry, cliCommand: 'generate', skipDownload: true })) {
    await generator.generate()
    generator.stop()
  }
}
