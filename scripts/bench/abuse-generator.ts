/** The process that attacks: apart from the one that measures, and niced, so that it takes no processor time that an honest request needs. */
import { setPriority } from 'node:os'
import { ATTACKS, type Attacker, type Sent } from './abuse-attacks.ts'

const NICE = 10

export type Order = { readonly attack: string; readonly attacker: Attacker }
/** First that the attack begins, then what it came to. */
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
