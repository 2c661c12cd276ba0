import { S3FileService } from '@medusajs/file-s3/dist/services/s3-file.js'
import { ModuleProvider, Modules } from '@medusajs/framework/utils'

/** With the staff's exports in the folder `private`, which a bucket's policy can tell apart. */
class S3Provider extends S3FileService {
  override upload(file: Parameters<S3FileService['upload']>[0]) {
    return super.upload(inFolder(file))
  }

  override getUploadStream(file: Parameters<S3FileService['getUploadStream']>[0]) {
    return super.getUploadStream(inFolder(file))
  }
}

function inFolder<File extends { filename: string; access?: string | undefined }>(file: File): File {
  return file.access === 'public' ? file : { ...file, filename: `private/${file.filename}` }
}

export default ModuleProvider(Modules.FILE, { services: [S3Provider] })
