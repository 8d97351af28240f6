/**
 * JSON schemas of the contract for the API pages. A schema that `proto/` exports by name is a component: it is described once, and each use
 * refers to it, so that generated clients have named types.
 */
import { z } from 'zod'
import * as apiTokens from '#proto/api-tokens.ts'
import * as contacts from '#proto/contacts.ts'
import * as doors from '#proto/doors.ts'
import * as entities from '#proto/entities.ts'
import * as media from '#proto/frames/media.ts'
import * as mediaParameters from '#proto/frames/media-parameters.ts'
import * as history from '#proto/history.ts'
import * as notification from '#proto/notification.ts'
import * as passkeys from '#proto/operations/passkeys.ts'
import * as security from '#proto/operations/security.ts'
import * as sessions from '#proto/operations/sessions.ts'
import * as preferences from '#proto/preferences.ts'
import * as push from '#proto/push.ts'
import * as recording from '#proto/recording.ts'
import * as ringProof from '#proto/ring-proof.ts'
import * as ringStatus from '#proto/ring-status.ts'
import * as visits from '#proto/visits.ts'
import { COMPONENT_EXAMPLES } from './component-examples.ts'
import { COMPONENT_TEXTS } from './component-texts.ts'

export type Json = Record<string, unknown>
export type Io = 'input' | 'output'

const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  ...[apiTokens, contacts, doors, entities, media, mediaParameters, history, notification, passkeys, security, sessions],
  ...[preferences, push, recording, ringProof, ringStatus, visits],
]
/** Texts, numbers and lists are described where they are used. */
const KINDS = [z.ZodObject, z.ZodEnum, z.ZodDiscriminatedUnion]

type Registry = z.core.$ZodRegistry<{ id: string }>

const named = (): [string, z.ZodType][] =>
  MODULES.flatMap((module) => Object.entries(module)).filter((entry): entry is [string, z.ZodType] =>
    KINDS.some((kind) => entry[1] instanceof kind),
  )

function registryOf(entries: readonly (readonly [string, z.ZodType])[]): Registry {
  const registry: Registry = z.registry()
  for (const [id, schema] of entries) registry.add(schema, { id })
  return registry
}

/** Without the bounds that every integer has. */
function describe(schema: z.ZodType, io: Io, metadata: Registry): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    ...{ io, metadata, unrepresentable: 'any' },
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema))
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  }) as Json
  return json
}

/** @returns a component with what it and its fields mean, and its example @throws Error for one without a text: a new one needs it */
export function documented(name: string, json: Json): Json {
  const texts = COMPONENT_TEXTS[name]
  if (!texts) throw new Error(`say in component-texts.ts what ${name} is`)
  const properties = (json.properties ?? {}) as Readonly<Record<string, Json>>
  const described = Object.entries(properties).map(([field, schema]) => {
    const text = texts.fields?.[field]
    return [field, text ? { ...schema, description: text } : schema]
  })
  const example = COMPONENT_EXAMPLES[name]
  return {
    description: texts.description,
    ...json,
    ...(described.length ? { properties: Object.fromEntries(described) } : {}),
    ...(example ? { examples: [example] } : {}),
  }
}

/** The schemas of one document. */
export class Schemas {
  readonly #registries: Readonly<Record<Io, Registry>>
  readonly #used: Record<string, Json> = {}

  constructor() {
    const all = named()
    const none = registryOf([])
    // A schema that is read more widely than it is written is described where it is read.
    const alike = all.filter(
      ([, schema]) => JSON.stringify(describe(schema, 'input', none)) === JSON.stringify(describe(schema, 'output', none)),
    )
    this.#registries = { input: registryOf(alike), output: registryOf(all) }
  }

  /** @returns the schema, or a reference to the component that it is */
  of(schema: z.ZodType, io: Io): Json {
    const { $defs = {}, ...json } = describe(schema, io, this.#registries[io])
    return this.#refer(json, $defs as Record<string, Json>)
  }

  /** @returns the schema itself, whose fields may be references */
  fieldsOf(schema: z.ZodType, io: Io): Json {
    const { $defs = {}, ...json } = describe(schema, io, this.#registries[io])
    const { [String(json.$ref).replace('#/$defs/', '')]: own, ...others } = $defs as Record<string, Json>
    return this.#refer(own ?? json, others)
  }

  #refer(json: Json, definitions: Record<string, Json>): Json {
    const point = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'))
    const components = Object.entries(definitions).map(([name, definition]) => [name, documented(name, definition)])
    Object.assign(this.#used, point(Object.fromEntries(components)))
    return point(json)
  }

  /** Those referred to so far. */
  get components(): Readonly<Record<string, Json>> {
    return Object.fromEntries(Object.entries(this.#used).sort(([one], [other]) => (one < other ? -1 : 1)))
  }
}
