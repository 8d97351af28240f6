import { registerHooks } from 'node:module'

// openapi-typescript writes its output with the JavaScript API of TypeScript 5, which 7 does not have. This package contains it, without a
// second `tsc` among the commands of node_modules.
const API = '@ts-morph/common/dist/typescript.js'
registerHooks({ resolve: (name, context, next) => next(name === 'typescript' ? import.meta.resolve(API) : name, context) })
