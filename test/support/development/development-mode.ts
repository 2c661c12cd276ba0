/** Must be imported first: React decides when it is loaded whether it warns. */
process.env['NODE_ENV'] = 'development'
