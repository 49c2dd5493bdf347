// Opens every page from its file with the network off, at 320 and 1280 pixels, in light and dark, and looks for what a
// reader would mind: text that axe finds hard to perceive, sideways scrolling, errors, requests to elsewhere, things out
// of the keyboard's reach. Then has the markup validated. Prints one line a problem; ends with 1 if there is any.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const [site, ...options] = process.argv.slice(2);
const option = name => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
const screenshots = option('--screenshots');
const only = option('--only') ?? '';
const WIDTHS = [320, 1280];
const SCHEMES = ['light', 'dark'];
const AXE = { preload: false, runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] } };

const problems = [];
const report = (page, where, what) => problems.push(`${page}${where ? ` [${where}]` : ''}: ${what}`);
const url = page => pathToFileURL(resolve(site, page)).href;

/** Every page of the book. Of the pages that are made alike, rows and sources, two of each kind stand for the rest. */
const pages = () => {
  const alike = /^conformance-(?!DF|reports)/;
  const own = readdirSync(site).filter(name => name.endsWith('.html') && !alike.test(name));
  const sources = readdirSync(join(site, 'source')).filter(name => name.endsWith('.html'));
  const samples = [sources.find(name => !name.endsWith('Test.html')), sources.find(name => name.endsWith('Test.html'))];
  return [...own, ...samples.filter(Boolean).map(name => `source/${name}`)].filter(name => name.includes(only));
};

const open = async (browser, page, more = {}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, offline: true, ...more });
  const tab = await context.newPage();
  tab.on('console', message => { if (message.type() === 'error') report(page, '', `console: ${message.text()}`); });
  tab.on('pageerror', error => report(page, '', `script: ${error.message}`));
  tab.on('request', request => { if (!/^(?:file|data|blob):/.test(request.url())) report(page, '', `asks for ${request.url()}`); });
  tab.on('requestfailed', request => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') report(page, '', `cannot load ${request.url()}`); // aborted: the test went on to another page
  });
  await tab.goto(url(page));
  await tab.evaluate(() => document.fonts.ready);
  return tab;
};

const look = async (browser, page) => {
  const tab = await open(browser, page);
  await tab.evaluate(axe);
  for (const width of WIDTHS) {
    await tab.setViewportSize({ width, height: 900 });
    for (const scheme of SCHEMES) {
      await tab.emulateMedia({ colorScheme: scheme });
      await tab.waitForTimeout(60); // lets the resize handlers of the page finish
      const where = `${width} ${scheme}`;
      const wide = await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (wide > 0) report(page, where, `scrolls sideways by ${wide} px`);
      const { violations } = await tab.evaluate(settings => window.axe.run(document, settings), AXE);
      for (const { id, help, nodes } of violations) {
        report(page, where, `${id}: ${help}: ${nodes.slice(0, 3).map(node => node.target.join(' ')).join(' | ')}${nodes.length > 3 ? ` and ${nodes.length - 3} more` : ''}`);
      }
      if (screenshots) {
        mkdirSync(screenshots, { recursive: true });
        const name = `${page.replace(/\.html$/, '').replaceAll('/', '-')}-${width}-${scheme}.png`;
        await tab.screenshot({ path: join(screenshots, name), fullPage: true });
      }
    }
  }
  await tab.context().close();
};

/** With the keyboard alone: into the first journey, a step forward and back, and out again. */
const walkJourney = async (browser, page) => {
  const tab = await open(browser, page);
  const journeys = await tab.locator('.journey').count();
  if (journeys) {
    const inside = () => tab.evaluate(() => Boolean(document.activeElement?.closest('.journey-controls')));
    let presses = 0;
    while (!(await inside()) && presses++ < 800) await tab.keyboard.press('Tab');
    const count = () => tab.locator('.journey .count').first().textContent();
    if (!(await inside())) {
      report(page, 'keyboard', 'the journey cannot be reached with Tab');
    } else {
      const before = await count();
      await tab.keyboard.press('ArrowRight');
      if ((await count()) === before) report(page, 'keyboard', 'the right arrow does not move the journey');
      await tab.keyboard.press('ArrowLeft');
      if ((await count()) !== before) report(page, 'keyboard', 'the left arrow does not move the journey back');
      for (let i = 0; i < 8 && (await inside()); i++) await tab.keyboard.press('Tab');
      if (await inside()) report(page, 'keyboard', 'Tab does not leave the journey');
    }
  }
  await tab.context().close();
  if (journeys) {
    const plain = await open(browser, page, { javaScriptEnabled: false });
    const hidden = await plain.locator('.journey-step').evaluateAll(steps => steps.filter(step => step.offsetHeight === 0).length);
    if (hidden) report(page, 'no scripts', `${hidden} steps of journeys cannot be seen`);
    await plain.context().close();
  }
};

/** What the frame of every page offers, tried on one. */
const tryFrame = async (browser, page) => {
  const tab = await open(browser, page);
  await tab.keyboard.press('/');
  await tab.keyboard.type('tombstone');
  try {
    await tab.locator('#site-search li a').first().waitFor({ timeout: 10000 });
    await tab.keyboard.press('Enter');
    await tab.waitForURL(/tombstone|delta|glossary|conformance/, { timeout: 10000 });
  } catch {
    report(page, 'search', 'a search for tombstone leads nowhere');
  }
  await tab.goto(url(page));
  const background = () => tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await tab.locator('.theme-button').click();
  if ((await background()) === light) report(page, 'theme', 'the button does not change the colors');
  await tab.reload();
  if ((await background()) === light) report(page, 'theme', 'the choice is forgotten on the next page');
  await tab.setViewportSize({ width: 320, height: 700 });
  await tab.locator('.menu').click();
  if (!(await tab.locator('#site-contents a').first().isVisible())) report(page, 'menu', 'the contents do not open');
  await tab.keyboard.press('Escape');
  if ((await tab.locator('.menu').getAttribute('aria-expanded')) !== 'false') report(page, 'menu', 'Escape does not close the contents');
  await tab.context().close();
};

const validate = list => {
  const jar = join(dirname(require.resolve('vnu-jar/package.json')), 'build/dist/vnu.jar');
  try {
    execFileSync(process.env.JAVA, ['-jar', jar, '--errors-only', '--no-langdetect', '--format', 'gnu', ...list.map(page => join(site, page))], { stdio: 'pipe' });
  } catch (failure) {
    if (!failure.stderr?.length) throw failure;
    for (const line of failure.stderr.toString().trim().split('\n')) {
      problems.push(line.replace(pathToFileURL(resolve(site)).href, '').replace(/^"?\/?/, '').replace('":', ':'));
    }
  }
};

const list = pages();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
  const queue = [...list];
  const worker = async () => {
    for (let page = queue.shift(); page; page = queue.shift()) {
      await look(browser, page);
      await walkJourney(browser, page);
    }
  };
  await Promise.all([worker(), worker()]);
  if (list.includes('index.html')) await tryFrame(browser, 'index.html');
} finally {
  await browser.close();
}
validate(list);

problems.forEach(problem => console.error(problem));
console.log(`${list.length} pages looked at, ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.`);
process.exitCode = problems.length ? 1 : 0;
