// Starts the page.
import { mount } from 'svelte';
import './app.css';
import App from './shell/app.svelte';
import { restoreTheme } from './shell/theme.ts';

restoreTheme();
const target = document.getElementById('app');
if (target !== null) mount(App, { target });
