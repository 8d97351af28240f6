/**
 * Usernames that look alike (Unicode TS 39, section 4), for the letters that names are written with. Accents make no difference: "josé" is
 * refused where "jose" is taken, and free where it is not. Digits and letters of ASCII are taken as they are.
 */

/** Latin letters that are no letter of a to z with an accent, which living languages write names with, and the letter each looks like. */
const LATIN = 'ıi łl øo đd ðd ħh ŧt ŋn ɓb ɖd ɗd ƙk ĸk ƒf ɣy ƴy ɨi ɲn ʉu ʋv'
/** Letters of the same languages that look like no other. */
const LATIN_ALONE = 'æœßþəǝɛɔʒ'
/** Whole names of these read as Latin ones. */
const CYRILLIC = 'аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy үy хx һh ԁd ԛq ԝw ӏl'
const GREEK = 'αa γy ηn ιi κk νv οo ρp σo τt υu χx ωw'

const PAIRS = [LATIN, CYRILLIC, GREEK].flatMap((pairs) => pairs.split(' '))
const LOOKS = new Map(PAIRS.map(([letter = '', like = '']) => [letter, like]))
/** Accents and strokes of Latin, Greek and Cyrillic; the vowel signs of other scripts are letters to their readers. */
const MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g

/** Signs between letters, of every kind, as the one on a keyboard. */
const plainSigns = (text: string) =>
  text
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\u2018\u2019\u02bc\u02b9]/g, "'")
    .replace(/[\u02d0\ua789]/g, ':')
    .replace(/\s+/g, ' ')

const basesOf = (text: string) => text.normalize('NFKD').replace(MARKS, '').toLowerCase().normalize('NFKD').replace(MARKS, '')

/** @param key a username as it is compared @returns the same for two names that look alike */
export const lookalikeKey = (key: string): string => [...basesOf(plainSigns(key))].map((letter) => LOOKS.get(letter) ?? letter).join('')

export const ORDINARY_LETTERS = 'Some of these letters cannot be used in a username'
const FOREIGN_LETTER = new RegExp(`(?![a-z${[...LOOKS.keys()].join('')}${LATIN_ALONE}])\\p{Script=Latin}`, 'u')

/** Whether every Latin letter is one that names are written with: phonetic letters look like others and are in no name. */
export const hasOrdinaryLetters = (text: string): boolean => !FOREIGN_LETTER.test(basesOf(text))
