/** The design as an antd theme. The hex values repeat tokens.css: antd computes with them, so it cannot take CSS variables. */
import { type ThemeConfig, theme } from 'antd'
import { PALETTES, type Palette, type ThemeMode } from './palette.ts'

/** `darkAlgorithm` changes seed colours, so accent and state colours are set again after it. */
const pinned = (c: Palette) => ({
  colorPrimary: c.accent,
  colorPrimaryHover: c.accentHover,
  colorPrimaryActive: c.accentPressed,
  colorPrimaryText: c.accent,
  colorPrimaryTextHover: c.accentHover,
  colorPrimaryTextActive: c.accentPressed,
  colorPrimaryBg: c.soft,
  colorPrimaryBgHover: c.soft,
  colorInfo: c.accent,
  colorInfoBg: c.soft,
  colorLink: c.accent,
  colorLinkHover: c.accentHover,
  colorLinkActive: c.accentPressed,
  colorSuccess: c.green,
  colorSuccessBg: c.greenSoft,
  colorWarning: c.amber,
  colorWarningBg: c.amberSoft,
  colorError: c.red,
  colorErrorBg: c.redSoft,
})

const tokens = (c: Palette): NonNullable<ThemeConfig['token']> => ({
  colorText: c.text,
  colorTextHeading: c.text,
  colorTextSecondary: c.text2,
  colorTextDescription: c.text2,
  colorIcon: c.text2,
  colorTextTertiary: c.text3,
  colorTextQuaternary: c.text3,
  colorTextPlaceholder: c.text3,
  colorBgLayout: c.bg,
  colorBgContainer: c.surface,
  colorBgElevated: c.surface,
  colorFillAlter: c.sunken,
  colorFillSecondary: c.sunken,
  colorFillTertiary: c.sunken,
  controlItemBgHover: c.sunken,
  controlItemBgActive: c.soft,
  colorBorder: c.control,
  colorBorderSecondary: c.line,
  colorSplit: c.line,
  colorBgMask: c.mask,
  fontFamily: '"Hanken Grotesk Variable", system-ui, sans-serif',
  fontSize: 15,
  fontSizeSM: 13.5,
  fontSizeLG: 17,
  fontSizeHeading1: 30,
  fontSizeHeading2: 22,
  fontSizeHeading3: 18,
  fontWeightStrong: 600,
  borderRadius: 12,
  borderRadiusLG: 20,
  borderRadiusSM: 10,
  borderRadiusXS: 8,
  controlHeight: 44,
  controlHeightLG: 56,
  controlHeightSM: 36,
  lineWidthFocus: 3,
  controlOutline: c.accent,
  motionDurationFast: '0.12s',
  motionDurationMid: '0.2s',
  motionDurationSlow: '0.32s',
  motionEaseOut: 'cubic-bezier(.2,.8,.2,1)',
})

const components = (c: Palette, dark: boolean): NonNullable<ThemeConfig['components']> => ({
  Button: {
    fontWeight: 600,
    primaryColor: c.on,
    defaultBorderColor: c.line,
    dangerColor: dark ? '#1C0605' : '#FFFFFF',
    paddingInline: 18,
    paddingInlineSM: 13,
    borderRadiusLG: 16,
    defaultShadow: 'none',
    primaryShadow: 'none',
    dangerShadow: 'none',
  },
  Switch: {
    trackHeight: 28,
    trackMinWidth: 48,
    handleSize: 22,
    trackPadding: 3,
    handleBg: dark ? c.bg : '#FFFFFF',
    colorTextQuaternary: c.control,
    colorTextTertiary: c.control,
  },
  // Its box of 16 px would be a circle.
  Checkbox: { borderRadiusSM: 5 },
  Input: { paddingInline: 14, activeShadow: 'none' },
  Skeleton: { gradientFromColor: c.sunken, gradientToColor: c.line },
  Notification: { width: 400 },
  Alert: { borderRadiusLG: 14, defaultPadding: '14px 18px' },
  Tooltip: { maxWidth: 280 },
})

/** @returns antd's theme for a mode; without motion if the user prefers reduced motion. */
export function makeTheme(mode: ThemeMode, stillness: boolean): ThemeConfig {
  const dark = mode === 'dark'
  const c = PALETTES[mode]
  const base = dark ? theme.darkAlgorithm : theme.defaultAlgorithm
  return {
    algorithm: (seed, map) => ({ ...base(seed, map), ...pinned(c) }),
    token: stillness ? { ...tokens(c), motion: false } : tokens(c),
    components: components(c, dark),
  }
}
