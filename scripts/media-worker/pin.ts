/**
 * Pins the checksums of the installed mediasoup's prebuilt workers, for review and commit. Run it where the release page can be reached,
 * after each upgrade of mediasoup: `node scripts/run.mjs scripts/media-worker/pin.ts`.
 */
import { CHECKSUMS, releaseUrl } from './download.ts'
import { mediasoupPackage } from './paths.ts'
import { pinChecksums } from './pin-checksums.ts'

const { version } = mediasoupPackage()
await pinChecksums(version, releaseUrl(mediasoupPackage(), {}), CHECKSUMS, (line) => console.log(line))
