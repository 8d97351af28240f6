import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { Block, BlockBoard, Blocks } from './ports.ts'

export type BlockNeeds = {
  readonly clock: Clock
  readonly blocks: Blocks
  readonly board: BlockBoard
  readonly outbox: Outbox
  readonly log: Log
}

/** All living blocks; a gateway that asks has found no marker, so Redis is filled again on the way. */
export async function allBlocks({ clock, blocks, board, log }: BlockNeeds): Promise<Block[]> {
  await board.refill().catch((err: unknown) => log.warn({ err }, 'redis takes no blocks'))
  return blocks.living(clock.now())
}

/** Lifts a block before its time; its failures count no more. @returns false when there was none */
export async function unblock(needs: BlockNeeds, address: string, by: string): Promise<boolean> {
  const event = needs.outbox.row('security.address_unblocked', { address })
  const lifted = await needs.blocks.lift(address, by, needs.clock.now(), event)
  if (lifted) needs.outbox.soon(event)
  // Also when nothing was lifted: a leftover in Redis goes too.
  await needs.board.remove(address).catch((err: unknown) => needs.log.warn({ err }, 'unblocking waits for the next refill'))
  return lifted
}
