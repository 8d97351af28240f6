/**
 * Detects look-alike usernames (Unicode TS 39, section 4) for the letters used in names. Accents are ignored: "josé" is refused if "jose"
 * is taken. ASCII letters and digits are compared as they are.
 */

/** Latin letters of languages in use that are not an accented a to z, each with the letter it looks like. */
const LATIN = 'ıi łl øo đd ðd ħh ŧt ŋn ɓb ɖd ɗd ƙk ĸk ƒf ɣy ƴy ɨi ɲn ʉu ʋv'
/** Letters of these languages that resemble no other. */
const LATIN_ALONE = 'æœßþəǝɛɔʒ'
/** Letters of other alphabets that can spell a Latin-looking name. */
const CYRILLIC = 'аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy үy хx һh ԁd ԛq ԝw ӏl'
const GREEK = 'αa γy ηn ιi κk νv οo ρp σo τt υu χx ωw'

const PAIRS = [LATIN, CYRILLIC, GREEK].flatMap((pairs) => pairs.split(' '))
const LOOKS = new Map(PAIRS.map(([letter = '', like = '']) => [letter, like]))
/** Accents of Latin, Greek and Cyrillic; the vowel signs of other scripts are part of the letters. */
const MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g

/** Replaces typographic punctuation by its keyboard equivalent. */
const plainSigns = (text: string) =>
  text
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\u2018\u2019\u02bc\u02b9]/g, "'")
    .replace(/[\u02d0\ua789]/g, ':')
    .replace(/\s+/g, ' ')

const basesOf = (text: string) => text.normalize('NFKD').replace(MARKS, '').toLowerCase().normalize('NFKD').replace(MARKS, '')

/** @param key a normalized username @returns a key that is equal for look-alike names */
export const lookalikeKey = (key: string): string => [...basesOf(plainSigns(key))].map((letter) => LOOKS.get(letter) ?? letter).join('')

const FOREIGN_LETTER = new RegExp(`(?![a-z${[...LOOKS.keys()].join('')}${LATIN_ALONE}])\\p{Script=Latin}`, 'u')

/** Whether every Latin letter is used in names; phonetic letters are not, and look like others. */
export const hasOrdinaryLetters = (text: string): boolean => !FOREIGN_LETTER.test(basesOf(text))
