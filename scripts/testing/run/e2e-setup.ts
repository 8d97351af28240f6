/** Before the browser tests: what the products and their pages are built from may have changed. */
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { prepareServices, prepareWeb } from '#scripts/start/prepare.ts'

export default async function setup(): Promise<void> {
  await Promise.all([prepareServices(ROOT), prepareWeb(ROOT)])
}
