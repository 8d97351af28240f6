// @all: the linters take ten seconds, and openapi.test.ts finds what matters most
import { expect, test } from '@jest/globals'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { openapi } from './openapi.ts'

const document = openapi('https://bell.example')

const withoutDescriptions = () => ({ ...document, info: { title: 'Digital Doorbell', version: '1' }, tags: [] })

/** Redocly's rules, with which `redocly lint` begins. @returns a line for each problem */
async function redocly(checked: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(checked), absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location.map(({ pointer }) => pointer).join()}: ${message}`)
}

/** Spectral's rules of OpenAPI, with which `spectral lint` begins. @returns a line for each problem */
async function spectralOas(checked: object): Promise<string[]> {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'recommended']], rules: {} })
  return (await linter.run(JSON.stringify(checked))).map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`)
}

test('Redocly and Spectral find nothing in the OpenAPI document', async () => {
  expect(await redocly(document)).toEqual([])
  expect(await spectralOas(document)).toEqual([])
}, 120_000)

test('both would find a document without its descriptions', async () => {
  expect(await redocly(withoutDescriptions())).toContainEqual(expect.stringContaining('info-license'))
  expect(await spectralOas(withoutDescriptions())).toContainEqual(expect.stringContaining('info-description'))
}, 120_000)
