/** `npm run storm -- push [--rings N] [--devices N] [--seconds N] [--seed N] [--copies 2]`. */
import { PushStorm, type PushStormOptions } from './storm.ts'

const MOST_SHOWN = 40

/** Prints the progress and the figures of one storm, and its faults. */
export async function stormPushes(options: PushStormOptions): Promise<void> {
  const storm = await PushStorm.create(options)
  try {
    const { faults, figures } = await storm.run((line) => console.log(line))
    for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`)
    if (!faults.length) return
    console.error([...new Set(faults)].slice(0, MOST_SHOWN).join('\n'))
    const { seed, rings, devices, seconds, copy } = options
    const again = `--seed ${seed} --rings ${rings} --devices ${devices} --seconds ${seconds}${copy ? ' --copies 2' : ''}`
    console.error(`${faults.length} faults: npm run storm -- push ${again}`)
    process.exitCode = 1
  } finally {
    await storm.close()
  }
}
