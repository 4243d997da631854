// The virtual channels of buffered networks: on which one a flit is, its colour and its number, and what is shown of
// one channel alone. Where links are summed up by port, a port has a row for each channel.

const channelCount = data.space_time.channels ?? 1;
const channelPlanes = (data.space_time.planes ?? []).map(unpacked);

/** The channel of the flit on a link; -1: it has none, as it is not on its way. */
function channelOf(cycle, link) {
  if (channelCount === 1) return 0;
  const at = cycle * diagram.perCycle + (link >> 3);
  return channelPlanes.reduce((sum, plane, bit) => sum + (((plane[at] >> (link & 7)) & 1) << bit), -1);
}

/** Whether a link is in use by a channel that is shown. */
function shownIn(cycle, link) {
  return used(cycle, link) && (view.channel < 0 || channelOf(cycle, link) === view.channel) ? 1 : 0;
}

function channelName(channel) {
  return channel < 0 ? 'off its way' : `channel ${channel}`;
}

/** Okabe and Ito's colours; behind the sixth channel they begin again, nearer to the ink. */
function channelColour(channel) {
  if (channel < 0) return channels(theme.ink);
  const again = Math.floor(channel / DIMENSIONS.length);
  return mixed(DIMENSIONS[channel % DIMENSIONS.length], channels(theme.ink), Math.min(0.75, again * 0.25));
}

/** Black or white, whichever is read better on a colour. */
function inkOn([r, g, b]) {
  return 0.299 * r + 0.587 * g + 0.114 * b > 140 ? 'black' : 'white';
}

/** The channel's number in every cell that has room for it, so that nobody has to go by colours. */
function channelNumbers(pen, w, h) {
  const room = 7 * String(channelCount - 1).length + 3;
  if (view.colour !== 'channel' || !byLinks || view.sx < room || view.sy < 12) return;
  Object.assign(pen, { font: '11px system-ui, sans-serif', textAlign: 'center', textBaseline: 'middle' });
  const [cycles, rows] = [Math.min(diagram.cycles, Math.floor(view.x + w / view.sx)), Math.min(diagram.rows.length, Math.floor(view.y + h / view.sy))];
  for (let cycle = Math.ceil(view.x); cycle < cycles; cycle++) {
    for (let at = Math.ceil(view.y); at < rows; at++) {
      const channel = channelOf(cycle, diagram.rows[at]);
      if (!shownIn(cycle, diagram.rows[at]) || channel < 0) continue;
      pen.fillStyle = inkOn(channelColour(channel));
      pen.fillText(channel, LEFT + (cycle - view.x + 0.5) * view.sx, TOP + (at - view.y + 0.5) * view.sy);
    }
  }
}

/** How many flits each channel of a link carried in the cycles shown, and which one is in use in a cycle. */
function channelsInWords(link, cycle = -1) {
  if (channelCount === 1 || !byLinks) return '';
  const flits = new Array(channelCount).fill(0);
  for (let at = 0; at < diagram.cycles; at++) if (used(at, link)) flits[channelOf(at, link)]++;
  const now = cycle >= 0 && used(cycle, link) ? `; ${channelName(channelOf(cycle, link))} in cycle ${cycle}` : '';
  return `; flits by channel ${flits.map((count, channel) => `${channel}: ${count}`).join(', ')}${now}`;
}

/** What the colours of channels mean. */
function channelLegend() {
  const legend = Object.assign(document.createElement('span'), { id: 'channels' });
  const draw = () => {
    const entries = Array.from({ length: channelCount }, (_, channel) => {
      const swatch = Object.assign(document.createElement('b'), { className: 'swatch', textContent: channel });
      const colour = channelColour(channel);
      Object.assign(swatch.style, { background: css(colour), color: inkOn(colour) });
      return swatch;
    });
    legend.replaceChildren(...(view.colour === 'channel' ? ['channel ', ...entries] : []));
  };
  draw();
  onTheme(draw);
  return { legend, draw };
}
