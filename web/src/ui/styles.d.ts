/** Types of imports that Vite turns into files and class names. */
declare module '*.module.css' {
  const names: Readonly<Record<string, string>>
  export default names
}
declare module '*.css'
declare module '*.woff2?url' {
  const address: string
  export default address
}
