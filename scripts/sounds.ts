/**
 * Makes the product's sounds from sines, so that they are our own. Run by hand (`npx node scripts/sounds.ts`, ffmpeg on PATH);
 * the mp3 files are committed.
 * Lengths and characters are those of the design: a soft falling chime, two rising notes, one muted tick; and what premium may choose.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { CHIMES, SOUNDS } from '#proto/limits.ts'

const RATE = 44_100
const PUBLIC = join(import.meta.dirname, '..', 'web', 'public')

/** One struck note: where it starts, how loud, how fast it dies, and the overtones that make it a bell and not a beep. */
type Note = {
  readonly at: number
  readonly hertz: number
  readonly gain: number
  /** Seconds until the note has fallen to a third. */
  readonly decay: number
  /** Seconds until full loudness; short is a click, long is soft. */
  readonly attack: number
  readonly overtones: readonly { readonly ratio: number; readonly gain: number }[]
}

const BELL = [
  { ratio: 1, gain: 1 },
  { ratio: 2, gain: 0.28 },
  { ratio: 3.01, gain: 0.1 },
  { ratio: 4.16, gain: 0.05 },
] as const
const SOFT = [
  { ratio: 1, gain: 1 },
  { ratio: 2, gain: 0.18 },
] as const

/** A struck bar: the fundamental, and its first overtone two octaves up. */
const WOOD = [
  { ratio: 1, gain: 1 },
  { ratio: 4, gain: 0.22 },
  { ratio: 9.2, gain: 0.05 },
] as const
const GONG = [
  { ratio: 1, gain: 1 },
  { ratio: 1.51, gain: 0.5 },
  { ratio: 2.03, gain: 0.42 },
  { ratio: 2.74, gain: 0.2 },
] as const

type Score = { readonly seconds: number; readonly notes: readonly Note[] }
/** Equal strokes one after the other. */
const strokes = (hertz: readonly number[], every: number, note: Omit<Note, 'at' | 'hertz'>): Note[] =>
  hertz.map((pitch, index) => ({ ...note, at: index * every, hertz: pitch }))

const chimes: Record<Exclude<keyof typeof CHIMES, 'standard'>, Score> = {
  // The first quarter of the Cambridge chimes (1793).
  westminster: {
    seconds: 3.6,
    notes: strokes([659.26, 587.33, 523.25, 392], 0.6, { gain: 0.42, decay: 0.55, attack: 0.006, overtones: BELL }),
  },
  marimba: {
    seconds: 1.8,
    notes: strokes([523.25, 659.26, 783.99, 1046.5], 0.18, { gain: 0.5, decay: 0.3, attack: 0.003, overtones: WOOD }),
  },
  gong: { seconds: 3.6, notes: strokes([174.61], 1, { gain: 0.42, decay: 1.1, attack: 0.02, overtones: GONG }) },
}

const scores: Record<keyof typeof SOUNDS, Score> = {
  ring: {
    seconds: 1.6,
    notes: [
      { at: 0, hertz: 659.26, gain: 0.5, decay: 0.42, attack: 0.006, overtones: BELL },
      { at: 0.52, hertz: 523.25, gain: 0.5, decay: 0.48, attack: 0.006, overtones: BELL },
    ],
  },
  connected: {
    seconds: 0.4,
    notes: [
      { at: 0, hertz: 587.33, gain: 0.42, decay: 0.09, attack: 0.008, overtones: SOFT },
      { at: 0.14, hertz: 880, gain: 0.42, decay: 0.12, attack: 0.008, overtones: SOFT },
    ],
  },
  notification: {
    seconds: 0.2,
    notes: [{ at: 0, hertz: 987.77, gain: 0.3, decay: 0.035, attack: 0.003, overtones: SOFT }],
  },
}

function sampleOf(note: Note, time: number): number {
  const since = time - note.at
  if (since < 0) return 0
  const envelope = Math.min(1, since / note.attack) * Math.exp(-since / note.decay)
  const wave = note.overtones.reduce(
    (sum, overtone) =>
      sum +
      overtone.gain * Math.sin(2 * Math.PI * note.hertz * overtone.ratio * since) * Math.exp((-since * (overtone.ratio - 1)) / note.decay),
    0,
  )
  return note.gain * envelope * wave
}

/** @returns 16 bit mono samples; the last 30 ms fade to silence, so that no click ends the sound. */
function synthesise(seconds: number, notes: readonly Note[]): Int16Array {
  const count = Math.round(seconds * RATE)
  return Int16Array.from({ length: count }, (_, index) => {
    const time = index / RATE
    const fade = Math.min(1, (seconds - time) / 0.03)
    const sum = notes.reduce((total, note) => total + sampleOf(note, time), 0)
    return Math.round(Math.max(-1, Math.min(1, sum * fade)) * 32_767)
  })
}

function encode(samples: Int16Array, file: string): Promise<void> {
  const input = ['-f', 's16le', '-ar', String(RATE), '-ac', '1', '-i', 'pipe:0']
  const output = ['-codec:a', 'libmp3lame', '-b:a', '64k', '-map_metadata', '-1', '-fflags', '+bitexact', file]
  return new Promise((resolve, reject) => {
    const child = spawn('ffmpeg', ['-loglevel', 'error', '-y', ...input, ...output], { stdio: ['pipe', 'inherit', 'inherit'] })
    child.on('error', () => reject(new Error('ffmpeg is not on PATH: install it to make the sounds anew.')))
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))))
    child.stdin.end(Buffer.from(samples.buffer))
  })
}

const made = [
  ...Object.entries(scores).map(([name, score]) => ({ path: SOUNDS[name as keyof typeof scores], score })),
  ...Object.entries(chimes).map(([name, score]) => ({ path: CHIMES[name as keyof typeof chimes], score })),
]
for (const { path, score } of made) {
  await encode(synthesise(score.seconds, score.notes), join(PUBLIC, path))
  console.log(`${path}  ${score.seconds} s`)
}
