/** What there is to choose from. Labels are empty before a permission: then the list is of no use and stays empty. */
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

/** Another side to flip to: a phone's cameras say where they face, a desk's do not. */
export async function canFlip(camera: MediaStreamTrack): Promise<boolean> {
  if (!camera.getSettings().facingMode) return false
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return devices.filter((device) => device.kind === 'videoinput').length > 1
}
