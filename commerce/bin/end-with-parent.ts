// Stops this process when its parent has ended, since nothing else would stop it.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The channel alone must not keep a finished program alive.
  process.channel.unref()
}
