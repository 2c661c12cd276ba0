// Anyone who started us is gone, however it ended: no one would ever stop this process, so it stops by itself.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // Listening alone must not keep a finished program alive.
  process.channel.unref()
}
