type Size = { readonly width: number; readonly height: number }

/** Above this, filling would hide nearly a quarter of the picture. */
const MOST_RATIO = 1.3

/** @returns whether picture and stage are so unlike that filling the stage would cut off what matters */
export function differs(picture: Size, stage: Size): boolean {
  if (!picture.width || !picture.height || !stage.width || !stage.height) return false
  const ratio = picture.width / picture.height / (stage.width / stage.height)
  return Math.max(ratio, 1 / ratio) > MOST_RATIO
}
