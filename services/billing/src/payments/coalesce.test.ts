import { expect, test } from '@jest/globals'
import { createCoalesce } from './coalesce.ts'

/** A run, and the function that ends it. */
function held() {
  let end: (error?: Error) => void = () => undefined
  const done = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve())
  })
  return { run: () => done, end }
}

test('runs of one key follow each other, and those that wait share one', async () => {
  const coalesce = createCoalesce()
  const begun: string[] = []
  const [first, second] = [held(), held()]
  const note = (name: string, run: () => Promise<void>) => () => {
    begun.push(name)
    return run()
  }
  const one = coalesce('a', note('one', first.run))
  const two = coalesce('a', note('two', second.run))
  const three = coalesce('a', note('three', second.run))
  const other = coalesce(
    'b',
    note('other', async () => undefined),
  )
  await other
  expect([begun, three === two]).toEqual([['one', 'other'], true])
  first.end()
  await one
  second.end()
  await Promise.all([two, three])
  expect(begun).toEqual(['one', 'other', 'two'])
})

test('a run that fails is no reason for the next one, and is forgotten', async () => {
  const coalesce = createCoalesce()
  const first = held()
  const one = coalesce('a', first.run)
  const two = coalesce('a', async () => undefined)
  first.end(new Error('away'))
  await expect(one).rejects.toThrow('away')
  await two
  await coalesce('a', async () => undefined)
})
