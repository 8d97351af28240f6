/**
 * Texts that a visitor may type with a ring, in addition to name and message (docs/product/specification.md, 5). A row defines one text in
 * all places: the forms and their limits, the statement that places the ring and the one that erases it, both sides' views and the export.
 * Each row also has a column of its name in `activities`, and a label in each language where it is typed and where the resident reads it.
 */
export const RING_DETAILS = {
  unitNumber: { max: 20, csvHeading: 'Unit' },
} as const satisfies Readonly<Record<string, { /** In characters. */ readonly max: number; readonly csvHeading: string }>>

export type RingDetail = keyof typeof RING_DETAILS
/** In the order of the form. */
export const RING_DETAIL_NAMES = Object.keys(RING_DETAILS) as readonly RingDetail[]

/** Stored and shown: null where nothing was typed. */
export type RingDetails = { readonly [K in RingDetail]: string | null }
/** The texts of the ring form as they are typed. */
export type TypedTexts = { readonly [K in 'visitorName' | RingDetail | 'message']: string }

/** One value for each detail. */
export const mapDetails = <T>(make: (name: RingDetail) => T) =>
  Object.fromEntries(RING_DETAIL_NAMES.map((name) => [name, make(name)])) as { readonly [K in RingDetail]: T }

/** The details of a ring or a form; an empty text is null. */
export const ringDetails = (from: { readonly [K in RingDetail]?: string | null | undefined }): RingDetails =>
  mapDetails((name) => from[name] || null)
