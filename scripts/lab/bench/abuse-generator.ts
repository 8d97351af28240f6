/** The attacking process: separate from the measuring one and niced, so that it takes no CPU time from honest requests. */
import { setPriority } from 'node:os'
import { ATTACKS, type Attacker, type Sent } from './abuse-attacks.ts'

const NICE = 10

export type Order = { readonly attack: string; readonly attacker: Attacker }
/** The messages of this process: first that the attack begins, then its result. */
export type Progress = 'begins' | Sent

setPriority(NICE)
process.on('message', (order: Order) => void attack(order).then((sent) => process.send?.(sent)))
process.on('disconnect', () => process.exit(0))

async function attack({ attack: name, attacker }: Order): Promise<Sent> {
  const answers: Record<string, number> = {}
  let [messages, bytes] = [0, 0]
  const sent = (length: number) => {
    messages += 1
    bytes += length
  }
  const answered = (answer: string) => {
    answers[answer] = (answers[answer] ?? 0) + 1
  }
  const run = await ATTACKS[name]?.(attacker, { sent, answered })
  process.send?.('begins' satisfies Progress)
  await run?.()
  return { messages, bytes, answers }
}
