type Size = { readonly width: number; readonly height: number }

/** Above this ratio, filling would hide nearly a quarter of the video. */
const MAX_RATIO = 1.3

/** @returns whether the aspect ratios differ so much that filling the stage would cut off too much */
export function differs(picture: Size, stage: Size): boolean {
  if (!picture.width || !picture.height || !stage.width || !stage.height) return false
  const ratio = picture.width / picture.height / (stage.width / stage.height)
  return Math.max(ratio, 1 / ratio) > MAX_RATIO
}
