/** An icon of the page's sprite (template/sprite.svg), which stays in the page when React takes over. */
export function Icon({ name }: { readonly name: string }) {
  return (
    <svg className="i" aria-hidden="true">
      <use href={`#${name}`} />
    </svg>
  )
}
