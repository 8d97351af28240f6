/** The accounts of this k6: a part of the file that ACCOUNTS names, else those that its own `setup()` has registered. */
import { SharedArray } from 'k6/data'
import exec from 'k6/execution'
import type { AccountSet, OwnedAccount } from '../account-set.ts'
import { positionOf, readSegment, type Segment, type Share, shareOf } from '../segment.ts'
import { settings, shape } from './context.ts'

/** What `setup()` hands to every virtual user of this k6. */
export type Registered = { readonly segment: Segment; readonly accounts: readonly OwnedAccount[] }

export type Population = Share & {
  /** @param nth of this k6's accounts, from 0 on */
  account(nth: number): OwnedAccount | undefined
}

/** One copy for all virtual users. Undefined without a file. */
export const fileAccounts = settings.accountsFile
  ? new SharedArray<OwnedAccount>('accounts', () => {
      const { password, accounts } = JSON.parse(open(settings.accountsFile ?? '')) as AccountSet
      return accounts.map((account) => ({ ...account, password }))
    })
  : undefined

/** @returns which part of the test this k6 runs @throws StartError unless the parts are equal */
export function ownSegment(): Segment {
  const { executionSegment, executionSegmentSequence } = exec.test.options
  return readSegment(executionSegment, executionSegmentSequence)
}

let own: Population | undefined

/** @param registered by `setup()`; undefined with a file @throws Error where the `setup()` of another k6 has registered them */
export function populationOf(registered: Registered | undefined): Population {
  own ??= loadPopulation(registered)
  return own
}

function loadPopulation(registered: Registered | undefined): Population {
  const segment = ownSegment()
  const share = shareOf(shape, segment)
  if (fileAccounts) return { ...share, account: (nth) => fileAccounts[positionOf(shape, segment, nth)] }
  if (registered?.segment.index !== segment.index)
    exec.test.abort('Each k6 of a distributed run has accounts of its own: let each run its setup(), or name a file in ACCOUNTS.')
  return { ...share, account: (nth) => registered?.accounts[nth] }
}
