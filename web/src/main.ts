import { mount } from 'svelte'
import './fonts.css'
import './tokens.css'
import './app.css'
import App from './App.svelte'

export default mount(App, { target: document.getElementById('app')! })
