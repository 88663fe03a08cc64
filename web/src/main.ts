import { mount } from 'svelte'
import './fonts.css'
import './palette.css'
import './tokens.css'
import './app.css'
import './table.css'
import App from './App.svelte'
import { load, speak } from '$lib/i18n/index.svelte'
import { spoken } from '$lib/settings.svelte'

await load(spoken())
speak(spoken())

export default mount(App, { target: document.getElementById('app')! })
