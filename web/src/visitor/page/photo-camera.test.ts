import { beforeEach, expect, test } from '@jest/globals'
import { openPhotoCameras, type PhotoCamera } from './photo-camera.ts'

type Side = 'user' | 'environment' | undefined

/** A phone or computer: its cameras by the side that they report, and those that cannot be opened now. */
let cameras: Side[]
let broken: Side[]
let open: Side[]

beforeEach(() => {
  cameras = ['user', 'environment']
  broken = []
  open = []
  const getUserMedia = async ({ video }: { readonly video: { readonly facingMode: { readonly ideal?: Side; readonly exact?: Side } } }) => {
    const { ideal, exact } = video.facingMode
    const side = cameras.includes(exact ?? ideal) ? (exact ?? ideal) : exact ? null : cameras[0]
    if (side === null || open.length || broken.includes(side)) throw new Error('NotReadableError')
    open.push(side)
    const track = { getSettings: () => ({ facingMode: side }), stop: () => open.splice(open.indexOf(side), 1) }
    return { getTracks: () => [track], getVideoTracks: () => [track] }
  }
  const enumerateDevices = async () => cameras.map(() => ({ kind: 'videoinput' }))
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia, enumerateDevices }, configurable: true })
})

/** The shown cameras, in order. */
function preview() {
  const shown: (Pick<PhotoCamera, 'facing' | 'canFlip'> | null)[] = []
  const cameras = openPhotoCameras((camera) => shown.push(camera && { facing: camera.facing, canFlip: camera.canFlip }))
  return { ...cameras, shown, settled: () => new Promise(setImmediate) }
}

test('a phone shows its front camera first, and the other one after each flip', async () => {
  const { flip, settled, shown } = preview()
  await settled()
  flip()
  await settled()
  expect(open).toEqual(['environment'])
  flip()
  await settled()
  expect(shown.map((camera) => camera?.facing)).toEqual(['user', 'environment', 'user'])
  expect(shown.every((camera) => camera?.canFlip)).toBe(true)
})

test('a failed flip shows the same camera again', async () => {
  broken = ['environment']
  const { flip, settled, shown } = preview()
  await settled()
  flip()
  await settled()
  expect(shown).toEqual([
    { facing: 'user', canFlip: true },
    { facing: 'user', canFlip: true },
  ])
  expect(open).toEqual(['user'])
})

test('where no camera opens any more, that is said', async () => {
  const { flip, settled, shown } = preview()
  await settled()
  broken = ['user', 'environment']
  flip()
  await settled()
  expect(shown.at(-1)).toBeNull()
})

test('a device with one camera offers no flip', async () => {
  cameras = ['environment']
  const { settled, shown } = preview()
  await settled()
  expect(shown).toEqual([{ facing: 'environment', canFlip: false }])
})

test('the cameras of a computer face their user and are not flipped', async () => {
  cameras = [undefined, undefined]
  const { settled, shown } = preview()
  await settled()
  expect(shown).toEqual([{ facing: 'user', canFlip: false }])
})

test('no camera stays on once the preview is closed', async () => {
  const late = preview()
  late.close()
  await late.settled()
  const { close, settled, flip } = preview()
  await settled()
  flip()
  close()
  await settled()
  expect(open).toEqual([])
  expect(late.shown).toEqual([])
})
