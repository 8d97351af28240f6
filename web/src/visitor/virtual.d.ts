/** Made by the web's build (web/build/visitor-server.ts). */
declare module 'virtual:visitor-assets' {
  export const assets: import('../../build/visitor-server.ts').VisitorAssets
}
