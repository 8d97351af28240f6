import { expect, test } from '@jest/globals'
import { joinFeatures } from './join-features.ts'

const nothing = async () => ({})
const HANDLERS = { export_user: nothing, forget_user: nothing } as never

test('the parts of features are those of the service', async () => {
  const drained: string[] = []
  const job = { name: 'sweep', everyMs: 1, runsIn: 'every copy', run: nothing } as const
  const drain = (name: string) => async () => void drained.push(name)
  const app = joinFeatures<'security', readonly never[]>('security', [
    { handlers: HANDLERS, drain: drain('first') },
    { consumers: { auth: { login_failed: nothing } }, jobs: [job], drain: drain('second') },
    { consumers: { auth: { login_succeeded: nothing } }, metrics: [nothing] },
  ] as never)
  expect(Object.keys(app.handlers ?? {})).toEqual(['export_user', 'forget_user'])
  expect(Object.keys(app.consumers?.auth ?? {})).toEqual(['login_failed', 'login_succeeded'])
  expect([app.jobs, app.metrics]).toEqual([[job], [nothing]])
  await app.drain?.()
  expect(drained).toEqual(['first', 'second'])
})

test('two features that handle the same are refused', () => {
  const join =
    (...features: object[]) =>
    () =>
      joinFeatures<'security', readonly never[]>('security', features as never)
  expect(join({ handlers: HANDLERS }, { handlers: HANDLERS })).toThrow('security: two features handle export_user')
  expect(join({ beforeOperation: nothing }, { beforeOperation: nothing })).toThrow('one feature alone')
})

test('features that consume the same event handle it in their order, and a failure is the event’s', async () => {
  const handled: string[] = []
  const consumer = (name: string, fails = false) => ({
    consumers: {
      auth: {
        login_failed: async () => {
          handled.push(name)
          if (fails) throw new Error(name)
        },
      },
    },
  })
  const app = joinFeatures<'security', readonly never[]>('security', [
    consumer('first'),
    consumer('second', true),
    consumer('third'),
  ] as never)
  await expect(app.consumers?.auth?.login_failed?.({} as never)).rejects.toThrow('second')
  expect(handled).toEqual(['first', 'second'])
})
