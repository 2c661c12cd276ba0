/** Imported before anything else: React decides once, when it is loaded, whether it warns. */
process.env['NODE_ENV'] = 'development'
