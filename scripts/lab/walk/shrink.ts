/** Shrinks a failing history: delta debugging over its steps (Zeller, 2002), then removes unneeded fields. */
import type { History, Step } from './steps.ts'

/** @returns whether a history still fails in the same way */
type StillFails = (history: History) => Promise<boolean>

/** Removes steps. The last step is the failing one: it is kept, and tried alone first. */
async function withoutSteps(history: History, fails: StillFails, inTime: () => boolean): Promise<History> {
  const last = history.slice(-1)
  if (await fails(last)) return last
  let before = history.slice(0, -1)
  let size = Math.ceil(before.length / 2)
  while (before.length && inTime()) {
    let removed = false
    // From the end, because the cause is usually near the fault.
    for (let end = before.length; end > 0 && inTime(); end -= size) {
      const fewer = [...before.slice(0, Math.max(0, end - size)), ...before.slice(end)]
      if (!(await fails([...fewer, ...last]))) continue
      before = fewer
      removed = true
    }
    if (size === 1 && !removed) break
    size = Math.max(1, Math.floor(size / 2))
  }
  return [...before, ...last]
}

/** Every way to leave out one key of a value, at any depth. */
function* withoutOneKey(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [key, inner] of Object.entries(value)) {
    const { [key]: _left, ...rest } = value as Record<string, unknown>
    yield rest
    for (const smaller of withoutOneKey(inner)) yield { ...value, [key]: smaller }
  }
}

const smallerSteps = function* (step: Step): Generator<Step> {
  if (step.kind === 'operation') for (const input of withoutOneKey(step.input)) yield { ...step, input: input as typeof step.input }
}

async function withoutFields(history: History, fails: StillFails, inTime: () => boolean): Promise<History> {
  let left = history
  for (let index = 0; index < left.length; index += 1) {
    for (let again = true; again && inTime(); ) {
      again = false
      for (const step of smallerSteps(left[index] as Step)) {
        const smaller = left.with(index, step)
        if (!inTime() || !(await fails(smaller))) continue
        left = smaller
        again = true
        break
      }
    }
  }
  return left
}

/** @param seconds after which the shortest history so far is the answer */
export async function shrink(history: History, fails: StillFails, seconds: number): Promise<History> {
  const deadline = performance.now() + seconds * 1_000
  const inTime = () => performance.now() < deadline
  return withoutFields(await withoutSteps(history, fails, inTime), fails, inTime)
}
