/**
 * Enter and Escape as the user means them. While an input method composes, they choose or discard a suggestion: then `isComposing` is set,
 * but in Safari the key comes after the composition has ended and is recognized by its code alone
 * (https://bugs.webkit.org/show_bug.cgi?id=165004).
 */
type KeyPress = Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing'>
type AnyKeyPress = KeyPress | { readonly nativeEvent: KeyPress }

const OF_INPUT_METHOD = 229

function isKey(event: AnyKeyPress, key: string): boolean {
  const press = 'nativeEvent' in event ? event.nativeEvent : event
  return press.key === key && !press.isComposing && press.keyCode !== OF_INPUT_METHOD
}

export const isEnter = (event: AnyKeyPress): boolean => isKey(event, 'Enter')
export const isEscape = (event: AnyKeyPress): boolean => isKey(event, 'Escape')
