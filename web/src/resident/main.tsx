import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { applyStoredTheme } from '../ui/use-theme-mode.ts'
import { createResidentApp } from './app.ts'
import { Root } from './root.tsx'

applyStoredTheme()
const place = document.getElementById('root')
if (place) createRoot(place).render(<Root createApp={createResidentApp} />)
