/** Types of imports that Vite turns into files and class names. */
declare module '*.module.css' {
  const names: Readonly<Record<string, string>>
  export default names
}
declare module '*.css'
declare module '*.css?inline' {
  const styles: string
  export default styles
}
declare module '*.svg?raw' {
  const markup: string
  export default markup
}
declare module '*.woff2?url' {
  const address: string
  export default address
}
