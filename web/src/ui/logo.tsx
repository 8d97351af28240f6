/** The product's logo: a door panel with its bell push. */
export function Logo({ size = 34 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 34 34" aria-hidden="true" style={{ flex: 'none', display: 'block' }}>
      <rect width="34" height="34" rx="10" fill="var(--door-panel)" />
      <rect x="3.25" y="3.25" width="27.5" height="27.5" rx="7" fill="none" stroke="#fff" strokeOpacity=".75" strokeWidth="1.3" />
      <circle cx="17" cy="17" r="7.2" fill="none" stroke="#fff" strokeWidth="1.9" />
      <circle cx="17" cy="17" r="3.3" fill="#fff" />
    </svg>
  )
}
