/** The design's colours for antd, which computes with them; a test compares them with tokens.css. */
export type ThemeMode = 'light' | 'dark'

const light = {
  bg: '#f5f6f4',
  surface: '#ffffff',
  sunken: '#eceeeb',
  line: '#dfe2de',
  control: '#7a8187',
  text: '#14181c',
  text2: '#474e55',
  text3: '#5f666c',
  accent: '#0d5ca6',
  accentHover: '#0b4f90',
  accentPressed: '#093f74',
  on: '#ffffff',
  soft: '#e3effa',
  green: '#0a7043',
  greenSoft: '#e0f2e8',
  amber: '#855300',
  amberSoft: '#fbefd8',
  red: '#b42318',
  redSoft: '#fce8e6',
  mask: 'rgba(10,14,18,.56)',
}

export type Palette = Readonly<typeof light>

const dark: Palette = {
  bg: '#0e1012',
  surface: '#17191c',
  sunken: '#1f2226',
  line: '#2c3035',
  control: '#737a82',
  text: '#f0f2f3',
  text2: '#b9bfc5',
  text3: '#949ba2',
  accent: '#78bbf7',
  accentHover: '#9bcdf9',
  accentPressed: '#5fa9ec',
  on: '#06192b',
  soft: '#12283d',
  green: '#5cd199',
  greenSoft: '#10291e',
  amber: '#f0bc5e',
  amberSoft: '#2e2310',
  red: '#ff9189',
  redSoft: '#381a18',
  mask: 'rgba(4,6,8,.68)',
}

export const PALETTES: Readonly<Record<ThemeMode, Palette>> = { light, dark }
