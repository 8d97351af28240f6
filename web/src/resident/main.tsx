import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { applyStoredTheme } from '../ui/use-theme-mode.ts'
import { Root } from './root.tsx'
import { services } from './services.ts'

applyStoredTheme()
const place = document.getElementById('root')
if (place) createRoot(place).render(<Root services={services} />)
