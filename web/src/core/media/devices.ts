/** Lists the devices to choose from. Browsers hide the labels before permission is given: the lists are empty until then. */
import type { DeviceChoice, DeviceList } from './media-state.ts'

export function canChooseSpeaker(): boolean {
  return 'setSinkId' in HTMLMediaElement.prototype
}

export async function listDevices(): Promise<DeviceList> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  const ofKind = (kind: MediaDeviceKind): readonly DeviceChoice[] =>
    devices
      .filter((device) => device.kind === kind && device.deviceId && device.label)
      .map(({ deviceId, label }) => ({ id: deviceId, label }))
  return {
    microphones: ofKind('audioinput'),
    cameras: ofKind('videoinput'),
    speakers: canChooseSpeaker() ? ofKind('audiooutput') : [],
  }
}

/** Whether there is a camera facing the other way: a phone's cameras report `facingMode`, a desktop's do not. */
export async function canFlip(camera: MediaStreamTrack): Promise<boolean> {
  if (!camera.getSettings().facingMode) return false
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return devices.filter((device) => device.kind === 'videoinput').length > 1
}
